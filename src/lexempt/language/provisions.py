"""Provisions as people write them, and the one id each has: `103G.2241/9/a/2`."""

from __future__ import annotations

import re
from functools import lru_cache

HOME = "103G.2241"
"""The section that a short citation such as `9(a)(2)` is within."""

_ID = r"^\d{1,4}[A-Z]?\.\d{1,5}(/([0-9]{1,3}[a-z]?|[a-z])){1,6}$"
_SHORT_ID = r"^[0-9]{1,3}[a-z]?(/([0-9]{1,3}[a-z]?|[a-z])){1,5}$"
_LEAD = r"(?i)^\s*(minn(esota)?\.?\s*)?(stat(utes?)?\.?,?\s*)?(§+|sections?|secs?\.?)?\s*"
_SECTION = r"(?i)^(\d{1,4})([a-z]?)\.(\d{1,5})(?![\w.])"
_OTHER = r"^[a-z][a-z0-9]{0,15}(/[a-z0-9]{1,12}){1,8}$"
_WORDS = r"(?i)\b(subdivisions?|subds?|paragraphs?|paras?|clauses?|cl|items?)\b\.?|[,\s()\[\]/]+"
_PART = r"^[0-9]{1,3}[a-z]?$|^[a-z]{1,5}$"


@lru_cache(maxsize=16_384)
def provision_id(text: str) -> str | None:
    """The id of a provision written as an id, as a citation, or shortly; None if it is none of these."""
    text = text.strip()
    if len(text) > 120:
        return None
    if re.match(_ID, text) or (text[:1].islower() and re.match(_OTHER, text)):
        return text
    if re.match(_SHORT_ID, text):  # nearly every provision is one of these: the patterns below take long to compile
        return f"{HOME}/{text}"
    rest = re.sub(_LEAD, "", text)
    found = re.match(_SECTION, rest)
    section = HOME
    if found:
        section = f"{found.group(1)}{found.group(2).upper()}.{found.group(3)}"
        rest = rest[found.end() :]
    parts = [part.lower() for part in re.split(_WORDS, rest) if part and not re.fullmatch(_WORDS, part)]
    if not all(re.match(_PART, part) for part in parts) or len(parts) > 6:
        return None
    if not found and not (parts and parts[0][0].isdigit()):
        return None
    return "/".join([section, *parts])
