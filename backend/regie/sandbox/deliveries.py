"""Delivers webhooks after an edit, in the order, number and signature that the switches set."""

from dataclasses import replace

from regie.sandbox.hubspot import webhooks as hubspot
from regie.sandbox.quickbooks import webhooks as quickbooks
from regie.sandbox.state import SandboxState
from regie.sandbox.teamwork import webhooks as teamwork
from regie.sandbox.webhooks import Change, WebhookMessage, WebhookSubscription

WEBHOOK_SERVICES = {
    "teamwork": teamwork.has_webhooks,
    "hubspot": hubspot.has_webhooks,
    "quickbooks": quickbooks.has_webhooks,
}


async def deliver_changes(state: SandboxState) -> None:
    """Deliver the changes since the last call; return when every delivery succeeded or failed."""
    changes = state.webhooks.take_changes()
    if state.switches.webhooks_backwards:
        changes.reverse()
    subscriptions = state.webhooks.subscriptions
    messages = [message for subscription in subscriptions for message in _messages(state, subscription, changes)]
    if state.switches.webhooks_twice:
        messages = [message for message in messages for _ in range(2)]
    if messages:
        await state.webhooks.send(messages, state.clock.now())


def _messages(state: SandboxState, subscription: WebhookSubscription, changes: list[Change]) -> list[WebhookMessage]:
    switches, now = state.switches, state.clock.now()
    relevant = [change for change in changes if WEBHOOK_SERVICES[subscription.service](change.table)]
    if switches.webhooks_badly_signed:
        subscription = replace(subscription, secret=f"not-{subscription.secret}")
    if subscription.service == "teamwork":
        return teamwork.make_messages(subscription, relevant)
    if subscription.service == "hubspot":
        return hubspot.make_messages(subscription, relevant, now, switches.hubspot_webhooks_v2)
    return quickbooks.make_messages(subscription, relevant, now, switches.quickbooks_webhooks_legacy)
