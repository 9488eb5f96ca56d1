"""Since when ruff has each rule, so that nobody is held to a rule that their version does not have."""

from __future__ import annotations

from postil.inspection.linters._ruff_version import Version

OLDEST: Version = (0, 1)
"""What ruff had before is not kept: its rules came and changed with every release."""

_SINCE: dict[Version, str] = {
    (0, 2): """
        B035 FURB101 FURB118 FURB152 FURB180 LOG001 LOG002 LOG007 LOG009 NPY201 PLC2701
        PLC2801 PLE0237 PLR0202 PLR0203 PLR0914 PLR0916 PLR1702 PLR6201 PLW1514 PYI058 Q004
        RUF018 RUF019 RUF020 S201 S202 S401 S402 S403 S404 S405 S406 S407 S408 S409 S411
        S412 S413 S415 S502 S503 S504 S505 S507 S611 S702 SIM113 SIM911 UP041
    """,
    (0, 3): """
        E301 E302 E303 E304 E305 E306 PLE1141 RUF027
    """,
    (0, 4): """
        B909 E502 FURB103 FURB142 PLE4703 PLR6104 RUF029 W391
    """,
    (0, 5): """
        ASYNC105 ASYNC109 ASYNC110 ASYNC115 ASYNC210 ASYNC220 ASYNC221 ASYNC222 ASYNC230
        ASYNC251 B901 FURB105 FURB129 FURB136 FURB154 FURB161 FURB163 FURB167 FURB168
        FURB169 FURB177 FURB181 FURB187 PERF403 PLC2401 PLC2403 PLE0115 PLE0643 PLE0704
        PLE1132 PLR1704 PLR1736 PLR2044 PLW0128 PLW0133 PLW0245 PLW0604 PLW1501 PLW2101
        RUF024 RUF026 S610
    """,
    (0, 6): """
        DOC201 DOC202 DOC402 DOC403 DOC501 DOC502 E204 PLE0303 PLE0305 PLE0308 PLE0309
        PLE1519 PLE1520 PLR1730 PLW0211 PLW0642 PYI057 PYI062 RUF031 RUF101
    """,
    (0, 7): """
        FURB156 TRY203
    """,
    (0, 8): """
        A004 B039 FAST001 FAST002 FURB189 PLC0206 PYI063 PYI064 PYI066 RUF021 RUF022 RUF023
        RUF030 RUF038 RUF039 TC001 TC002 TC003 TC004 TC005 TC010 UP043
    """,
    (0, 9): """
        A005 A006 B903 FURB188 PLR1716 RUF032 RUF033 RUF034 RUF052 RUF055 RUF056 TC008
    """,
    (0, 10): """
        B911 C420 DTZ901 FAST003 LOG015 PLC1802 PLW0244 PLW1507 PT029 PTH208 PTH210 RUF040
        RUF041 RUF045 RUF046 RUF047 RUF048 RUF051 RUF054 S704 SIM905 TC006 TC007 UP044
    """,
    (0, 12): """
        FURB122 FURB132 FURB157 FURB162 FURB166 LOG014 PLC0415 PLR1733 PLW0177 PLW1641 PT028
        PT030 PT031 RUF028 RUF049 RUF053 RUF057 RUF058 UP045 UP046 UP047 UP049
    """,
    (0, 13): """
        AIR002 AIR301 AIR302 AIR311 AIR312 ASYNC116 FURB116 PTH211 PYI059 PYI061 RUF043
        RUF059 UP050
    """,
    (0, 14): """
        RUF065
    """,
    (0, 15): """
        ASYNC212 ASYNC240 ASYNC250 B912 DOC102 FURB110 FURB171 PLC0207 PLW0108 RUF037 RUF060
        RUF061 RUF064 RUF066 RUF067 RUF102 RUF103 RUF104 UP042
    """,
    (0, 16): """
        AIR003 AIR004 AIR201 AIR202 AIR303 AIR304 AIR321 ASYNC119 B043 CPY001 D420 D421
        FURB164 FURB192 ISC004 LOG004 PLE0304 PLR0917 PLR1708 PLR1712 PLW0717 RUF036 RUF050
        RUF063 RUF068 RUF069 RUF070 RUF072 RUF073 RUF074 RUF075 RUF105 RUF106 RUF201 UP051
    """,
    (0, 17): """
        RUF071 RUF077 TID254 TID255 UP048 UP052 pytest-fixture-autouse
    """,
    (0, 18): """
        shared-clock-mock tarfile-ignore-zeros-true unnecessary-regular-expression-compile
    """,
}
"""By the first minor release all of which has the rule, as `ruff rule --all` tells it."""

SINCE = {rule: version for version, rules in _SINCE.items() for rule in rules.split()}


_WIDER: dict[Version, str] = {
    (0, 2): "PIE790 PIE807 SIM401",
    (0, 5): "E721 F632 SIM103 SIM300",
    (0, 6): "PT001 PT023",
    (0, 8): "UP031",
    (0, 10): "FURB169 PLE1310 PLW0211 PLW1508 PYI019",
    (0, 11): "PGH004",
    (0, 12): "FBT001 RUF005 RUF100 SIM108",
    (0, 13): "B017 COM812 COM819 EM101 PGH005",
    (0, 15): "A003 PYI016 SIM910 UP043",
}
"""By the release since which an older rule objects to more than before, as its notes tell it."""

_WIDER_SINCE = {rule: version for version, rules in _WIDER.items() for rule in rules.split()}


def younger_than(version: Version) -> frozenset[str]:
    """The rules that this version does not have, has only as a preview, or reads more narrowly."""
    both = (*SINCE.items(), *_WIDER_SINCE.items())
    return frozenset(rule for rule, since in both if since > version[:2])
