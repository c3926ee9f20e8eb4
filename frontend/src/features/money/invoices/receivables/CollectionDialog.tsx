// The dialogs of a client's follow-up: log a contact, or change the next follow-up, the state and the promise.
import "@mantine/core/styles/Checkbox.css";
import { Checkbox, Stack } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Collection, Receivable } from "../../../../api/types";
import { useLocale } from "../../../../i18n/locale";
import { useTranslate } from "../../../../i18n/translate";
import { formatMoney } from "../../../../lib/money";
import { useToday } from "../../../../session/today";
import { parseCurrency } from "../../../../session/userCurrency";
import { FormModal } from "../../../../ui/form/FormModal";
import { ResourceForm } from "../../../../ui/form/ResourceForm";
import { contactFields, followUpFields, promiseFields } from "./collectionFields";
import classes from "./Receivables.module.css";

export const LOG_CONTACT = "contact";
export const EDIT_FOLLOW_UP = "follow-up";

type Props = {
  edit: typeof LOG_CONTACT | typeof EDIT_FOLLOW_UP;
  collection: Collection;
  invoices: readonly Receivable[];
  onClose: () => void;
};

export function CollectionDialog({ edit, collection, invoices, onClose }: Props) {
  const t = useTranslate();
  const queryClient = useQueryClient();
  const isLog = edit === LOG_CONTACT;
  const title = isLog ? "receivables.contacts.log_for" : "receivables.contacts.edit_for";
  const close = () => {
    void queryClient.invalidateQueries({ queryKey: ["api"] });
    onClose();
  };
  return (
    <FormModal opened title={t(title, { client: collection.client.name })} onClose={onClose}>
      {isLog ? (
        <LogContact collection={collection} invoices={invoices} onSaved={close} onClose={onClose} />
      ) : (
        <EditFollowUp collection={collection} onSaved={close} onClose={onClose} />
      )}
    </FormModal>
  );
}

type FormProps = Omit<Props, "edit" | "invoices"> & { onSaved: () => void };

function LogContact({
  collection,
  invoices,
  onSaved,
  onClose,
}: FormProps & Pick<Props, "invoices">) {
  const t = useTranslate();
  const today = useToday();
  const [chosen, setChosen] = useState<string[]>([]);
  const id = collection.client.api_id;
  const first = invoices.find(({ api_id }) => chosen.includes(api_id)) ?? invoices[0];
  return (
    <Stack>
      {invoices.length > 1 && (
        <InvoiceChoice invoices={invoices} chosen={chosen} onChange={setChosen} />
      )}
      <ResourceForm
        formKey={`clients/${id}/collection-entries/new`}
        path="/clients/{id}/collection-entries"
        params={{ id }}
        fields={contactFields}
        prefill={{
          kind: "call",
          contacted_on: today,
          follow_up_owner: collection.follow_up_owner,
          promised_currency: parseCurrency(first?.balance.currency) ?? null,
        }}
        extra={{ invoices: chosen }}
        submitLabel={t("receivables.contacts.log")}
        onSaved={onSaved}
        onCancel={onClose}
      />
    </Stack>
  );
}

type ChoiceProps = {
  invoices: readonly Receivable[];
  chosen: string[];
  onChange: (chosen: string[]) => void;
};

function InvoiceChoice({ invoices, chosen, onChange }: ChoiceProps) {
  const t = useTranslate();
  const locale = useLocale();
  return (
    <Checkbox.Group
      label={t("receivables.contacts.which")}
      description={t("receivables.contacts.which_help")}
      value={chosen}
      onChange={onChange}
    >
      <div className={classes.choices}>
        {invoices.map(({ api_id, number, balance }) => (
          <Checkbox
            key={api_id}
            value={api_id}
            label={`${number ?? t("invoices.no_number")} · ${formatMoney(balance, locale)}`}
          />
        ))}
      </div>
    </Checkbox.Group>
  );
}

function EditFollowUp({ collection, onSaved, onClose }: FormProps) {
  const id = collection.client.api_id;
  const fields =
    collection.promise === null ? followUpFields : [...followUpFields, ...promiseFields];
  return (
    <ResourceForm
      formKey={`clients/${id}/collection`}
      fields={fields}
      record={toRecord(collection)}
      toRecord={toRecord}
      endpoint={{ path: "/clients/{id}/collection", params: { id }, method: "patch" }}
      onSaved={onSaved}
      onCancel={onClose}
    />
  );
}

function toRecord(collection: Collection) {
  const { client, promise } = collection;
  return {
    ...collection,
    ...client,
    promised_on: promise?.on ?? null,
    promised_amount: promise?.amount.amount ?? null,
    promised_currency: promise?.amount.currency ?? null,
  };
}
