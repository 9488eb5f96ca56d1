"""Documents to actions to receipts: plan as data, then carry out."""
