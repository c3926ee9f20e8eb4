// The form fields of each service's settings; a secret is only shown as set or not set.
import { ConnectionUpdate } from "../../../api/shapes/ConnectionUpdate.gen";
import type { ConnectionSettings, Service } from "../../../api/types";
import { defineFields } from "../../../ui/form/fields";

function teamwork({ has_key }: ConnectionSettings) {
  return defineFields(ConnectionUpdate, [
    {
      kind: "text",
      input: "url",
      name: "url",
      label: "connections.field.url",
      help: "connections.help.url",
      required: true,
      section: "connections.section.access",
    },
    {
      kind: "secret",
      name: "key",
      label: "connections.field.key",
      help: "connections.help.teamwork_key",
      isSet: has_key,
      required: !has_key,
    },
    {
      kind: "integer",
      name: "calls_per_minute",
      label: "connections.field.calls_per_minute",
      help: "connections.help.calls_per_minute",
      required: true,
    },
  ]);
}

function hubspot({ has_key }: ConnectionSettings) {
  return defineFields(ConnectionUpdate, [
    {
      kind: "secret",
      name: "key",
      label: "connections.field.key",
      help: "connections.help.hubspot_key",
      isSet: has_key,
      required: !has_key,
      section: "connections.section.access",
    },
    {
      kind: "choice",
      name: "api_version",
      label: "connections.field.api_version",
      help: "connections.help.api_version",
      enumName: "hubspot_api_version",
      required: true,
    },
  ]);
}

function quickbooks({ has_client_secret }: ConnectionSettings) {
  return defineFields(ConnectionUpdate, [
    {
      kind: "text",
      name: "client_id",
      label: "connections.field.client_id",
      help: "connections.help.client_id",
      required: true,
      section: "connections.section.access",
    },
    {
      kind: "secret",
      name: "client_secret",
      label: "connections.field.client_secret",
      help: "connections.help.client_secret",
      isSet: has_client_secret,
      required: !has_client_secret,
    },
  ]);
}

const FIELDS_BY_SERVICE = { teamwork, hubspot, quickbooks } satisfies Record<Service, unknown>;

export function connectionFields(settings: ConnectionSettings) {
  return [
    ...FIELDS_BY_SERVICE[settings.service](settings),
    ...defineFields(ConnectionUpdate, [
      {
        kind: "secret",
        name: "webhook_secret",
        label: "connections.field.webhook_secret",
        help: "connections.help.webhook_secret",
        isSet: settings.has_webhook_secret,
        section: "connections.section.webhooks",
      },
    ]),
  ];
}
