// The actions on an option: edit, retire or restore, and delete while no record uses it.
import { IconArchive, IconArchiveOff, IconPencil, IconTrash } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { api } from "../../../api/client";
import type { OrganizationOption } from "../../../api/types";
import { useTranslate } from "../../../i18n/translate";
import { enumOptionsQuery } from "../../../session/enumOptions";
import { RecordActions } from "../../../ui/actions/RecordActions";
import type { RecordAction, Reversible } from "../../../ui/actions/recordAction";
import { optionName } from "./editableOptions";

type Props = { option: OrganizationOption; onEdit: () => void };

export function OptionActions({ option, onEdit }: Props) {
  const t = useTranslate();
  const queryClient = useQueryClient();
  const params = { enum: option.enum, value: option.value };
  const name = optionName(option);
  const refresh = () => queryClient.invalidateQueries(enumOptionsQuery);
  const setActive = (isActive: boolean): Reversible => ({
    run: async () => {
      await api.patch("/enum-options/{enum}/{value}", { is_active: isActive }, { params });
      await refresh();
    },
    done: t(isActive ? "enum_options.restored" : "enum_options.retired", { name }),
    undo: () => setActive(!isActive),
  });
  const actions: RecordAction[] = [
    { label: t("enum_options.edit"), icon: <IconPencil size={16} />, open: onEdit },
    option.is_active
      ? {
          label: t("enum_options.retire"),
          icon: <IconArchive size={16} />,
          reversible: setActive(false),
        }
      : {
          label: t("enum_options.restore"),
          icon: <IconArchiveOff size={16} />,
          reversible: setActive(true),
        },
  ];
  if (option.uses === 0) {
    actions.push({
      label: t("enum_options.delete"),
      icon: <IconTrash size={16} />,
      danger: true,
      irreversible: {
        run: async () => {
          await api.delete("/enum-options/{enum}/{value}", { params });
          await refresh();
        },
        done: t("enum_options.deleted", { name }),
        confirmation: {
          title: t("enum_options.delete_title", { name }),
          detail: t("enum_options.delete_detail"),
        },
      },
    });
  }
  return (
    <RecordActions path="/enum-options" record={{ api_id: option.value, name }} actions={actions} />
  );
}
