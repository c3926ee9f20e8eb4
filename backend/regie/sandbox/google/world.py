"""What the imitated Google knows and remembers, in one place that can be put back to its seed."""

from regie.sandbox.google.accounts import Accounts
from regie.sandbox.google.grants import Grants
from regie.sandbox.google.id_tokens import OrderedFaults
from regie.sandbox.google.keys import Keys


class GoogleWorld:
    def __init__(self) -> None:
        self.accounts = Accounts()
        self.keys = Keys()
        self.grants = Grants()
        self.id_token_faults = OrderedFaults()

    def reset(self) -> None:
        self.accounts.reset()
        self.keys.reset()
        self.grants.reset()
        self.id_token_faults.waiting.clear()
