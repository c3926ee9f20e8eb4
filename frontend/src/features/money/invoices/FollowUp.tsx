// The follow-up of an invoice: next day, owner and note, and the project that it bills.
import { Button, Text } from "@mantine/core";
import { IconPencil } from "@tabler/icons-react";
import { useNavigate, useSearch } from "@tanstack/react-router";
import type { Invoice } from "../../../api/types";
import { useTranslate } from "../../../i18n/translate";
import { Facts } from "../../../ui/details/Facts";
import { DateText } from "../../../ui/display/DateText";
import { lazyComponent } from "../../../ui/lazyComponent";
import { changedSearch } from "../../../ui/links/screenSearch";

const FollowUpForm = lazyComponent(async () => (await import("./FollowUpForm")).FollowUpForm);

export function FollowUp({ invoice }: { invoice: Invoice }) {
  const t = useTranslate();
  const { edit } = useSearch({ strict: false }) as { edit?: string };
  const navigate = useNavigate();
  const setEditing = (isEditing: boolean) => {
    const search = changedSearch({ edit: isEditing ? invoice.api_id : undefined });
    void navigate({ to: ".", search, resetScroll: false });
  };
  const isEditing = edit === invoice.api_id && invoice.can.length > 0;
  return (
    <section aria-label={t("receivables.follow_up.title")}>
      <Text fw={600} component="h3" size="sm" mb="xs">
        {t("receivables.follow_up.title")}
      </Text>
      {isEditing ? (
        <FollowUpForm invoice={invoice} onClose={() => setEditing(false)} />
      ) : (
        <FollowUpFacts invoice={invoice} onEdit={() => setEditing(true)} />
      )}
    </section>
  );
}

function FollowUpFacts({ invoice, onEdit }: { invoice: Invoice; onEdit: () => void }) {
  const t = useTranslate();
  const { follow_up_on, follow_up_owner, follow_up_note } = invoice;
  const isEmpty = !(follow_up_on || follow_up_owner || follow_up_note);
  return (
    <>
      {isEmpty ? (
        <Text size="sm" c="dimmed">
          {t("receivables.follow_up.none")}
        </Text>
      ) : (
        <Facts
          facts={[
            { label: t("invoices.field.follow_up_on"), value: <DateText on={follow_up_on} /> },
            { label: t("invoices.field.follow_up_owner"), value: follow_up_owner?.name },
            { label: t("invoices.field.follow_up_note"), value: follow_up_note },
          ]}
        />
      )}
      {invoice.can.length > 0 && (
        <Button
          mt="xs"
          size="xs"
          variant="default"
          leftSection={<IconPencil size={14} aria-hidden />}
          onClick={onEdit}
        >
          {t(isEmpty ? "receivables.follow_up.plan" : "receivables.follow_up.edit")}
        </Button>
      )}
    </>
  );
}
