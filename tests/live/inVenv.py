"""Runs a script in a virtual environment: python3 inVenv.py FOLDER REQUIREMENTS SCRIPT [ARGUMENT ...]

The environment stands in FOLDER, and is made there unless it is; with an empty FOLDER it is a
temporary one. Every package is named with its version, so that nothing has to be resolved.
"""

import hashlib
import os
import subprocess
import sys
import tempfile
import venv


def main(folder, requirements, script, *arguments):
    with open(requirements, "rb") as file:
        wanted = hashlib.sha256(file.read()).hexdigest()
    python = os.path.join(folder, "bin", "python")
    marker = os.path.join(folder, "installed")
    if not (os.path.exists(marker) and open(marker).read() == wanted):
        venv.create(folder, with_pip=True, clear=True)
        pip = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-deps",
               "--no-compile"]
        subprocess.run([*pip, "-r", requirements], check=True, stdout=sys.stderr)
        with open(marker, "w") as file:
            file.write(wanted)
    return subprocess.run([python, "-W", "ignore", script, *arguments]).returncode


if __name__ == "__main__":
    given, *rest = sys.argv[1:]
    if given:
        sys.exit(main(given, *rest))
    with tempfile.TemporaryDirectory() as made:
        sys.exit(main(os.path.join(made, "venv"), *rest))
