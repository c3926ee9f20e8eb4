// The dated terms of an employee: capacity, target, billable work, teams and cost.
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "../../../api/client";
import { pageQuery } from "../../../api/queries";
import type { DatedTerm, EmployeeRecord } from "../../../api/types";
import { useLocale } from "../../../i18n/locale";
import { useTranslate } from "../../../i18n/translate";
import { formatMoney } from "../../../lib/money";
import { formatHours } from "../../../lib/numbers";
import { TermTimeline } from "../../../ui/terms/TermTimeline";
import { EmploymentTermsDialog } from "./EmploymentTermsDialog";

type Props = { employee: EmployeeRecord };

function useDescribe() {
  const t = useTranslate();
  const locale = useLocale();
  return ({ term, value, reference, amount }: DatedTerm) => {
    switch (term) {
      case "membership":
        return t(value === "true" ? "dated_terms.joined" : "dated_terms.left", {
          team: reference?.name ?? "",
        });
      case "cost_rate":
        return t("dated_terms.line", {
          field: t("employees.field.cost_rate"),
          value: amount ? formatMoney(amount, locale) : "",
        });
      case "is_billable":
        return t(value === "true" ? "dated_terms.billable" : "dated_terms.not_billable");
      case "utilisation_target":
        return t("dated_terms.line", {
          field: t("employees.field.utilisation_target"),
          value:
            value === null ? t("dated_terms.none") : t("employees.percent", { percent: value }),
        });
      default:
        return t("dated_terms.line", {
          field: t("employees.field.capacity_hours_week"),
          value: value === null ? "" : formatHours(value, locale),
        });
    }
  };
}

export function EmploymentTerms({ employee }: Props) {
  const t = useTranslate();
  const queryClient = useQueryClient();
  const [isOpen, setOpen] = useState(false);
  const describe = useDescribe();
  const id = employee.api_id;
  const { data } = useQuery(
    pageQuery("/employees/{id}/employment-terms", { params: { id }, query: { per_page: 100 } }),
  );
  const removal = useMutation({
    mutationFn: (term: DatedTerm) =>
      api.delete("/employees/{id}/employment-terms/{term_id}", {
        params: { id, term_id: term.api_id ?? "" },
      }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ["api"] }),
  });
  return (
    <>
      <TermTimeline
        title={t("dated_terms.employment")}
        terms={data?.data ?? []}
        describe={describe}
        canRecord={employee.can.includes("edit")}
        isRemoving={removal.isPending}
        onRecord={() => setOpen(true)}
        onRemove={removal.mutate}
      />
      {isOpen && <EmploymentTermsDialog employee={employee} onClose={() => setOpen(false)} />}
    </>
  );
}
