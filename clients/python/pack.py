"""Compresses a wheel as well as the format allows, with fixed times: the same files give the same bytes. Usage: pack.py WHEEL"""

import pathlib
import sys
import zipfile

wheel = pathlib.Path(sys.argv[1])
with zipfile.ZipFile(wheel) as read:
    files = [(one.filename, one.external_attr, read.read(one)) for one in read.infolist()]
with zipfile.ZipFile(wheel, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as written:
    for name, attributes, content in files:
        entry = zipfile.ZipInfo(name)
        entry.external_attr, entry.compress_type = attributes, zipfile.ZIP_DEFLATED
        written.writestr(entry, content, compresslevel=9)
