"""
Cuts the two font files of `fonts.css` out of those of @fontsource-variable/instrument-sans (needs fonttools and brotli):

    python3 templates/fonts/cut-fonts.py

A file holds the letters of its `unicode-range`, figures of equal width and ligatures. Kerning is that of the middle weight at all weights:
no pair is further than 3 hundredths of an em from its place, and the tables of these differences are a fifth of the file.
"""
from pathlib import Path

from fontTools.subset import Options, Subsetter, parse_unicodes
from fontTools.ttLib import TTFont
from fontTools.varLib.varStore import VarStoreInstancer

FONTS = Path(__file__).parent
PACKAGE = FONTS.parents[1] / "node_modules/@fontsource-variable/instrument-sans/files"
CUTS = {
    "basic": (
        "latin",
        "20-A1,A3,A7,A9-AE,B0,B7,BA-C2,C4,C6-CB,CD-CF,D1,D3-D4,D6-D7,D9-DC,DF-E2,E4,E6-EB,ED-EF,F1,F3-F4,F6,F9-FC,FF,152-153,2013-2212",
    ),
    "polish": ("latin-ext", "104-107,118-119,141-144,15A-15B,179-17C"),
}
MIDDLE_WEIGHT = {"wght": 0.5}  # of the axis from 0 (400) to 1 (700)


def pair_values(lookup):
    """The values by which the first letter of each pair moves the second."""
    for table in (getattr(table, "ExtSubTable", table) for table in lookup.SubTable):
        if table.Format == 1:
            yield from (pair.Value1 for first in table.PairSet for pair in first.PairValueRecord)
        else:
            yield from (second.Value1 for first in table.Class1Record for second in first.Class2Record)
        table.ValueFormat1 &= ~0x40  # no table of differences in X


def fix_kerning(font):
    """Gives each pair its distance at the middle weight, in place of one that follows the weight."""
    differences = VarStoreInstancer(font["GDEF"].table.VarStore, font["fvar"].axes, MIDDLE_WEIGHT)
    for lookup in font["GPOS"].table.LookupList.Lookup:
        for value in pair_values(lookup):
            device = getattr(value, "XAdvDevice", None)
            if device is not None:
                value.XAdvance = round((value.XAdvance or 0) + differences[(device.StartSize << 16) + device.EndSize])
                del value.XAdvDevice


for cut, (source, letters) in CUTS.items():
    options = Options(flavor="woff2", hinting=False, glyph_names=False, layout_features=["kern", "liga", "pnum", "tnum"])
    options.name_IDs += [13, 14]  # the licence, which has to go with the font
    font = TTFont(PACKAGE / f"instrument-sans-{source}-wght-normal.woff2")
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=parse_unicodes(letters))
    subsetter.subset(font)
    fix_kerning(font)
    subsetter.subset(font)  # drops what no pair points to any more
    font.flavor = "woff2"
    font.save(FONTS / f"instrument-sans-{cut}-wght-normal.woff2")
