"""Runs a script in a virtual environment: python3 inVenv.py FOLDER REQUIREMENTS SCRIPT [ARGUMENT ...]

The environment stands in FOLDER, and is made there unless it is; with an empty FOLDER it is a
temporary one. Every package is named with its version, so that nothing has to be resolved.

python3 inVenv.py --renew FOLDER REQUIREMENTS installs the newest versions of the packages that the
first line of REQUIREMENTS names, "# DATE: NAME NAME", and writes the list again with today's date.
"""

import datetime
import hashlib
import os
import subprocess
import sys
import tempfile
import venv


def main(folder, requirements, script, *arguments):
    wanted = digest(requirements)
    python = os.path.join(folder, "bin", "python")
    marker = os.path.join(folder, "installed")
    if not (os.path.exists(marker) and open(marker).read() == wanted):
        venv.create(folder, with_pip=True, clear=True)
        pip = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-deps",
               "--no-compile"]
        subprocess.run([*pip, "-r", requirements], check=True, stdout=sys.stderr)
        mark(folder, wanted)
    return subprocess.run([python, "-W", "ignore", script, *arguments]).returncode


def digest(requirements):
    with open(requirements, "rb") as file:
        return hashlib.sha256(file.read()).hexdigest()


def mark(folder, digested):
    with open(os.path.join(folder, "installed"), "w") as file:
        file.write(digested)


def renew(folder, requirements):
    with open(requirements) as file:
        names = file.readline().split(":")[1].split()
    venv.create(folder, with_pip=True, clear=True)
    pip = [os.path.join(folder, "bin", "python"), "-m", "pip", "--disable-pip-version-check"]
    subprocess.run([*pip, "install", "--quiet", *names], check=True, stdout=sys.stderr)
    versions = subprocess.run([*pip, "freeze"], check=True, capture_output=True, text=True).stdout
    with open(requirements, "w") as file:
        file.write(f"# {datetime.date.today()}: {' '.join(names)}\n{versions}")
    mark(folder, digest(requirements))


if __name__ == "__main__":
    given, *rest = sys.argv[1:]
    if given == "--renew":
        sys.exit(renew(*rest))
    if given:
        sys.exit(main(given, *rest))
    with tempfile.TemporaryDirectory() as made:
        sys.exit(main(os.path.join(made, "venv"), *rest))
