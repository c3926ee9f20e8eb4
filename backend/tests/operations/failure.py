"""Fails with personal data in the message and a secret in a local variable."""

ADDRESS = "@".join(("noemie", "regie.example"))
LOCAL_SECRET = "-".join(("do", "not", "send", "me"))


def fail(*_: object) -> None:
    secret = LOCAL_SECRET
    raise RuntimeError(f"{ADDRESS} wrote {secret}")
