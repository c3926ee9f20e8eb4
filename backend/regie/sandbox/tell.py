"""After an edit: who is told of it, in which order, how often, and how well signed."""

from dataclasses import replace

from regie.sandbox.hubspot import webhooks as hubspot
from regie.sandbox.quickbooks import webhooks as quickbooks
from regie.sandbox.room import Room
from regie.sandbox.teamwork import webhooks as teamwork
from regie.sandbox.webhooks import Change, Hook, Message

SERVICES = {"teamwork": teamwork.tells_of, "hubspot": hubspot.tells_of, "quickbooks": quickbooks.tells_of}


async def tell(room: Room) -> None:
    """Delivers what the edits since the last call have changed; done when everybody has answered, or has not."""
    changes = room.webhooks.taken()
    if room.switches.webhooks_backwards:
        changes.reverse()
    found = [message for hook in room.webhooks.hooks for message in _messages(room, hook, changes)]
    if room.switches.webhooks_twice:
        found = [message for message in found for _ in range(2)]
    if found:
        await room.webhooks.send(found, room.clock.now())


def _messages(room: Room, hook: Hook, changes: list[Change]) -> list[Message]:
    switches, now = room.switches, room.clock.now()
    concerned = [change for change in changes if SERVICES[hook.service](change.table)]
    if switches.webhooks_badly_signed:
        hook = replace(hook, secret=f"not-{hook.secret}")
    if hook.service == "teamwork":
        return teamwork.messages(hook, concerned)
    if hook.service == "hubspot":
        return hubspot.messages(hook, concerned, now, switches.hubspot_webhooks_v2)
    return quickbooks.messages(hook, concerned, now, switches.quickbooks_webhooks_legacy)
