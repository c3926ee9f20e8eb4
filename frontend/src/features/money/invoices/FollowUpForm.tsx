// The form of an invoice's follow-up.
import { useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import type { Invoice } from "../../../api/types";
import type { Ref } from "../../../ui/form/fields";
import { ResourceForm } from "../../../ui/form/ResourceForm";
import { ClosedMonthNote } from "../../../ui/money/ClosedMonthNote";
import { followUpFields } from "./followUpFields";

const refOf = (project: unknown) => (project as Ref | null | undefined)?.api_id ?? null;

export function FollowUpForm({ invoice, onClose }: { invoice: Invoice; onClose: () => void }) {
  const queryClient = useQueryClient();
  const fields = useMemo(() => followUpFields(invoice), [invoice]);
  return (
    <ResourceForm
      formKey={`invoices/${invoice.api_id}`}
      path="/invoices"
      fields={fields}
      record={invoice}
      renderNote={({ project }) =>
        refOf(project) !== refOf(invoice.project) && <ClosedMonthNote days={[invoice.issued_on]} />
      }
      onSaved={() => {
        void queryClient.invalidateQueries({ queryKey: ["api"] });
        onClose();
      }}
      onCancel={onClose}
    />
  );
}
