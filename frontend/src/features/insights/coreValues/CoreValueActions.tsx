// What can be done with a core value: edit it, retire it or bring it back, and delete what was never given.
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

function retiring(id: string, name: string, active: boolean): Reversible {
  return {
    run: () => api.patch("/core-values/{id}", { is_active: active }, { params: { id } }),
    done: translate(active ? "core_values.bring_back.done" : "core_values.retire.done", { name }),
    undo: () => retiring(id, name, !active),
  };
}

function useValueActions(value: CoreValue, name: string): RecordAction[] {
  const t = useTranslate();
  const navigate = useNavigate();
  const { api_id: id, is_active: active } = value;
  const given = useQuery(pageQuery("/awards", { query: { core_value: id, per_page: 1 } }));
  const retire: RecordAction = {
    label: t(active ? "core_values.retire.action" : "core_values.bring_back.action"),
    icon: active ? <IconArchive size={16} /> : <IconArchiveOff size={16} />,
    reversible: retiring(id, name, !active),
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
  return given.data?.meta.total === 0 ? [retire, remove] : [retire];
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
