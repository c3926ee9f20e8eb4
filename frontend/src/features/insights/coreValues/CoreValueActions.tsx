// The actions on a core value: edit, retire or restore, and delete while it was never given.
import { IconArchive, IconArchiveOff, IconPencil, IconTrash } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { api } from "../../../api/client";
import { pageQuery } from "../../../api/queries";
import type { CoreValue } from "../../../api/types";
import { useLocale } from "../../../i18n/locale";
import { translate, useTranslate } from "../../../i18n/translate";
import { usePermissions } from "../../../session/permissions";
import { RecordActions } from "../../../ui/actions/RecordActions";
import type { RecordAction, Reversible } from "../../../ui/actions/recordAction";
import { valueName } from "../../../ui/display/ValueBadge";
import { ButtonLink } from "../../../ui/links/ButtonLink";

function setActive(id: string, name: string, isActive: boolean): Reversible {
  return {
    run: () => api.patch("/core-values/{id}", { is_active: isActive }, { params: { id } }),
    done: translate(isActive ? "core_values.bring_back.done" : "core_values.retire.done", { name }),
    undo: () => setActive(id, name, !isActive),
  };
}

function useValueActions(value: CoreValue, name: string): RecordAction[] {
  const t = useTranslate();
  const navigate = useNavigate();
  const { api_id: id, is_active: isActive } = value;
  const awards = useQuery(pageQuery("/awards", { query: { core_value: id, per_page: 1 } }));
  const retire: RecordAction = {
    label: t(isActive ? "core_values.retire.action" : "core_values.bring_back.action"),
    icon: isActive ? <IconArchive size={16} /> : <IconArchiveOff size={16} />,
    reversible: setActive(id, name, !isActive),
  };
  const remove: RecordAction = {
    label: t("core_values.delete.action"),
    icon: <IconTrash size={16} />,
    danger: true,
    irreversible: {
      run: () => api.delete("/core-values/{id}", { params: { id } }),
      done: t("core_values.delete.done", { name }),
      confirmation: {
        title: t("core_values.delete.title", { name }),
        detail: t("core_values.delete.detail"),
      },
      onDeleted: () => navigate({ to: "/admin/core-values" }),
    },
  };
  return awards.data?.meta.total === 0 ? [retire, remove] : [retire];
}

export function CoreValueActions({ value }: { value: CoreValue }) {
  const t = useTranslate();
  const { can } = usePermissions();
  const name = valueName(value, useLocale());
  const actions = useValueActions(value, name);
  if (!can("core_values.edit")) return null;
  return (
    <>
      <ButtonLink
        aria-keyshortcuts="e"
        to="/admin/core-values/$id/edit"
        params={{ id: value.api_id }}
        variant="default"
        leftSection={<IconPencil size={16} aria-hidden />}
      >
        {t("core_values.edit")}
      </ButtonLink>
      <RecordActions
        path="/core-values"
        record={{ api_id: value.api_id, name }}
        actions={actions}
      />
    </>
  );
}
