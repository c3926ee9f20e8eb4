"""The state of the imitated Google, which can be reset to its seed."""

from regie.sandbox.google.accounts import Accounts
from regie.sandbox.google.grants import Grants
from regie.sandbox.google.id_tokens import TokenFaultQueue
from regie.sandbox.google.keys import KeySet


class GoogleState:
    def __init__(self) -> None:
        self.accounts = Accounts()
        self.keys = KeySet()
        self.grants = Grants()
        self.id_token_faults = TokenFaultQueue()

    def reset(self) -> None:
        self.accounts.reset()
        self.keys.reset()
        self.grants.reset()
        self.id_token_faults.pending.clear()
