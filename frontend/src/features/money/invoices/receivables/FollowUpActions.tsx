// What a user can do about a client's receivables: log a contact, send a reminder, edit the follow-up, read the statement.
import { Button } from "@mantine/core";
import { IconDownload, IconMailForward, IconPencil, IconPhone } from "@tabler/icons-react";
import { apiUrl } from "../../../../api/client";
import { useTranslate } from "../../../../i18n/translate";
import { ButtonLink } from "../../../../ui/links/ButtonLink";
import { changedSearch } from "../../../../ui/links/screenSearch";
import classes from "./Receivables.module.css";

export function FollowUpActions({ client, canFollowUp }: { client: string; canFollowUp: boolean }) {
  const t = useTranslate();
  return (
    <div className={classes.actions}>
      {canFollowUp && <EditActions />}
      <ButtonLink to="/clients/$id/statement" params={{ id: client }} size="xs" variant="default">
        {t("receivables.contacts.statement_page")}
      </ButtonLink>
      <Button
        component="a"
        href={apiUrl("/clients/{id}/statement", { params: { id: client } })}
        download
        size="xs"
        variant="default"
        leftSection={<IconDownload size={14} aria-hidden />}
      >
        {t("receivables.contacts.statement")}
      </Button>
    </div>
  );
}

function EditActions() {
  const t = useTranslate();
  return (
    <>
      <ButtonLink
        to="."
        search={changedSearch({ edit: "contact" })}
        resetScroll={false}
        size="xs"
        leftSection={<IconPhone size={14} aria-hidden />}
      >
        {t("receivables.contacts.log")}
      </ButtonLink>
      <ButtonLink
        to="."
        search={changedSearch({ edit: "reminder" })}
        resetScroll={false}
        size="xs"
        variant="default"
        leftSection={<IconMailForward size={14} aria-hidden />}
      >
        {t("receivables.reminders.action")}
      </ButtonLink>
      <ButtonLink
        to="."
        search={changedSearch({ edit: "follow-up" })}
        resetScroll={false}
        size="xs"
        variant="default"
        leftSection={<IconPencil size={14} aria-hidden />}
      >
        {t("receivables.follow_up.edit")}
      </ButtonLink>
    </>
  );
}
