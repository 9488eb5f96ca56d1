"""Words that the program takes for misspelled and that people write on purpose."""

from __future__ import annotations

_NAMES = """
arange asend asser atend brane bulle certifi chari charcol claus commonspace conexant controllen crypo
crypted delink expresso exportas exportfs extraversion fillin formant fullset holliday immobilien importas
initting intoto iterm lamda lyche markey matchend mmaped nevers nexted nominet numer parth paeth padds pilon
recordare restat sebastiaan selectin sherif sigfault smove solum sourcen spawnve stichting struc symplify
synopsys testng tigger udate usees userr vertx vitaliy wronly xwindows
"""
"""Programs, functions, projects, people, and short forms that code is full of."""

_ARGUED_ABOUT = """
analysator anull builded cacheing cancelability catched childs clonable colinear concating datas deliminated
dependant dependants discernable embeder endianity extendible guage highjacking identificator inferrable
informations inspite interruptable invokable issueing iteratable leafs mimiced mimick noncopyable offseted
overlayed overruning preemptable proce programable publically queriable reconsiled requeueing seeked
setable slicings splitted supercede superceded supercedes targetted targetting temptative thingie tieing transferrable
tuplets unaccessible uncomplete uncompressible undeterministic unparented unparseable vertexes waitres
wheres womens
"""
"""Forms that are disputed rather than wrong, or of which the program offers the wrong correction."""

_OTHER_LANGUAGES = """
absolut abstrakt adres adresse algorithme attribut autor caracter caracteres certificacion certificado
certificare certificat certificato collet compreso contextos continuare correspondente cours decembre
dezember ecologia espace exempel exemple exemples falso februar finde futur historisch importante
independente informe instituto interpretare invalide januar kombinations limite maintenant mathematisch
minut modell modul objetive offen oktober passagens periode politicas portugues preferenze protocoll
seconde selektor signes sistem szenario tekst termo titel turkisch universite unter utiliza valide vektor
"""
"""What stands in names, samples and dates of other languages."""

ACCEPTED = frozenset(f"{_NAMES} {_ARGUED_ABOUT} {_OTHER_LANGUAGES}".split())
