// The contacts of a client, entered here or read from HubSpot: the primary one first, with the actions on the others.
import { Anchor, Button } from "@mantine/core";
import { IconMail, IconPencil, IconPhone, IconStar, IconTrash } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { api } from "../../../api/client";
import { pageQuery } from "../../../api/queries";
import type { Client, ClientContact } from "../../../api/types";
import { useTranslate } from "../../../i18n/translate";
import { RecordActions } from "../../../ui/actions/RecordActions";
import type { RecordAction } from "../../../ui/actions/recordAction";
import { LoadFailure } from "../../../ui/feedback/LoadFailure";
import { Section } from "../../../ui/layout/Section";
import { lazyComponent } from "../../../ui/lazyComponent";
import { usePersonalDataActions } from "../../../ui/personalData/usePersonalDataActions";
import { SourceLink, safeUrl } from "../../../ui/services/SourceLinks";
import classes from "./ClientFacts.module.css";

const ContactDialog = lazyComponent(async () => (await import("./ContactDialog")).ContactDialog);
const MAX_CONTACTS = 100;

export function ClientContacts({ client }: { client: Client }) {
  const t = useTranslate();
  const [edited, setEdited] = useState<ClientContact | "new" | null>(null);
  const id = client.api_id;
  const { data, isError, isPending, error, refetch } = useQuery(
    pageQuery("/clients/{id}/contacts", { params: { id }, query: { per_page: MAX_CONTACTS } }),
  );
  const name = client.contact_name ?? client.contact_email;
  const { contact_title: title, contact_email: email, contact_phone: phone } = client;
  const primary =
    name === null
      ? null
      : { name, title, email, phone, source: null, source_url: client.contact_source_url };
  const others = data?.data ?? [];
  return (
    <Section title={t("client_page.side.contacts")}>
      {primary === null && others.length === 0 && data && <p>{t("client_page.side.no_contact")}</p>}
      <ul className={classes.contacts}>
        {primary && <Contact contact={primary} isPrimary={others.length > 0} />}
        {others.map((contact) => (
          <Contact key={contact.api_id} contact={contact}>
            <ContactActions client={client} contact={contact} onEdit={() => setEdited(contact)} />
          </Contact>
        ))}
      </ul>
      {isError && <LoadFailure retry={refetch} error={error} />}
      {isPending && <div aria-busy="true" />}
      {!isPending && client.billing_email && (
        <p className={classes.billing}>
          {t("clients.field.billing_email")}{" "}
          <Anchor inherit href={`mailto:${client.billing_email}`}>
            {client.billing_email}
          </Anchor>
        </p>
      )}
      {!isPending && client.can.includes("edit") && (
        <Button variant="default" size="compact-sm" onClick={() => setEdited("new")}>
          {t("client_page.contact.add")}
        </Button>
      )}
      {edited !== null && (
        <ContactDialog
          client={client}
          contact={edited === "new" ? undefined : edited}
          onClose={() => setEdited(null)}
        />
      )}
    </Section>
  );
}

type Person = Pick<ClientContact, "name" | "title" | "email" | "phone" | "source" | "source_url">;
type ContactProps = { contact: Person; isPrimary?: boolean; children?: ReactNode };

function Contact({ contact, isPrimary = false, children }: ContactProps) {
  const t = useTranslate();
  const { name, title, email, phone } = contact;
  return (
    <li className={classes.contact}>
      <div>
        <strong>{name}</strong>{" "}
        {isPrimary && <span className={classes.muted}>{t("client_page.contact.primary")}</span>}
        {title && <div className={classes.muted}>{title}</div>}
        {email && email !== name && (
          <div className={classes.line}>
            <IconMail size={14} aria-hidden className={classes.icon} />
            <Anchor inherit href={`mailto:${email}`}>
              {email}
            </Anchor>
          </div>
        )}
        {phone && (
          <div className={classes.line}>
            <IconPhone size={14} aria-hidden className={classes.icon} />
            <Anchor inherit href={`tel:${phone.replace(/[^\d+]/g, "")}`}>
              {phone}
            </Anchor>
          </div>
        )}
        <ContactSource contact={contact} />
      </div>
      {children}
    </li>
  );
}

/** Says where a contact comes from, and when what was entered here replaces HubSpot's values. */
function ContactSource({ contact: { source, source_url: url } }: { contact: Person }) {
  const t = useTranslate();
  if (source === null && safeUrl(url) === null) return null;
  return (
    <div className={classes.muted}>
      {t(source === null ? "client_page.contact.also_in" : "client_page.contact.from")}{" "}
      <SourceLink service="hubspot" url={url} isBrief />
    </div>
  );
}

type ActionsProps = { client: Client; contact: ClientContact; onEdit: () => void };

function ContactActions({ client, contact, onEdit }: ActionsProps) {
  const t = useTranslate();
  const { name, api_id } = contact;
  const params = { id: client.api_id, contact_id: api_id };
  const personalData = usePersonalDataActions(
    { kind: "contact", id: api_id, name },
    { canErase: true },
  );
  const makePrimary: RecordAction = {
    label: t("client_page.contact.make_primary"),
    icon: <IconStar size={16} />,
    irreversible: {
      run: () =>
        api.put(
          "/clients/{id}/primary-contact",
          { contact: api_id, version: client.version },
          { params: { id: client.api_id } },
        ),
      done: t("client_page.contact.made_primary", { name }),
    },
  };
  const changes: RecordAction[] = [
    { label: t("client_page.contact.edit"), icon: <IconPencil size={16} />, open: onEdit },
    {
      label: t("client_page.contact.delete"),
      icon: <IconTrash size={16} />,
      danger: true,
      irreversible: {
        run: () => api.delete("/clients/{id}/contacts/{contact_id}", { params }),
        done: t("client_page.contact.deleted", { name }),
        confirmation: {
          title: t("client_page.contact.delete_title", { name }),
          detail: t("client_page.contact.delete_detail"),
        },
      },
    },
  ];
  const own = [makePrimary, ...(contact.source === null ? changes : [])];
  const actions = [...(client.can.includes("edit") ? own : []), ...personalData.actions];
  return (
    <>
      {actions.length > 0 && (
        <RecordActions path="/clients" record={{ api_id, name }} actions={actions} size={28} />
      )}
      {personalData.dialog}
    </>
  );
}
