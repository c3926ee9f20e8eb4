"""The calls that set passwords."""

from regie.access.actor import Actor
from regie.access.answers import Answer
from regie.access.app_context import House
from regie.access.authorization import Open, Router
from regie.access.rate_limits import Rate
from regie.access.visitor import Visitor
from regie.domains.accounts.passwords import actions
from regie.domains.accounts.passwords.schemas import PasswordByLink, PasswordChange, ResetRequest
from regie.domains.accounts.sessions.schemas import SignedIn

router = Router("", "passwords")


@router.post("/auth/password/resets", needs=Open.ANYONE, rate=Rate.MAIL, status=204)
def send_reset(house: House, visitor: Visitor, data: ResetRequest) -> None:
    """Sends a link, where somebody has the address; the answer is the same where nobody has."""
    actions.send_reset(house, visitor, data.email)


@router.post("/auth/passwords", needs=Open.ANYONE, rate=Rate.SIGN_IN, status=200)
def set_password_by_link(house: House, visitor: Visitor, data: PasswordByLink) -> Answer[SignedIn]:
    """Sets the password of whoever the link was sent to, once, and signs them in."""
    return actions.set_password_by_link(house, visitor, data.token, data.password)


@router.put("/api/v1/me/password", needs=Open.ENROLLING, rate=Rate.SIGN_IN, status=204, in_person=True)
def change_password(house: House, actor: Actor, data: PasswordChange) -> None:
    """Changes one's own password and ends one's sessions elsewhere."""
    actions.change_password(house, actor, data.current_password, data.password)
