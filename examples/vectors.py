"""Runs the vectors of fixtures/vectors against a resolver of yours.

python3 examples/vectors.py 'COMMAND'     COMMAND reads a vector on stdin and writes the answer, as in its "expected"
"""
import glob, json, os, subprocess, sys

FOLDER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "fixtures", "vectors")

def same(found, expected):
    if isinstance(expected, dict) and isinstance(found, dict):
        return all(same(found.get(name), expected.get(name)) for name in {*found, *expected})
    if isinstance(expected, list) and isinstance(found, list):
        return len(found) == len(expected) and all(map(same, found, expected))
    return found == expected and isinstance(found, bool) == isinstance(expected, bool)

def main(command):
    count = wrong = 0
    for path in sorted(glob.glob(os.path.join(FOLDER, "*.json"))):
        for vector in json.load(open(path, encoding="utf-8")).get("vectors", []):
            done = subprocess.run(command, shell=True, input=json.dumps(vector), capture_output=True, text=True)
            found = json.loads(done.stdout) if done.returncode == 0 else None
            count += 1
            if not same(found, vector["expected"]):
                wrong += 1
                print("WRONG", vector["name"], vector["about"])
    print(f"{count} vectors, {wrong} wrong")
    return 1 if wrong or not count else 0

if __name__ == "__main__":
    sys.exit(main(sys.argv[1] if len(sys.argv) > 1 else "conformance vectors --answer"))
