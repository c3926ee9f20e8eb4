// Saves the current list as a view: for oneself or shared, optionally as the default view.
import "@mantine/core/styles/Checkbox.css";
import { Checkbox } from "@mantine/core";
import { useState } from "react";
import { ApiError } from "../../api/errors";
import type { SavedView } from "../../api/types";
import { useTranslate } from "../../i18n/translate";
import { usePermissions } from "../../session/permissions";
import { NameForm } from "./NameForm";
import { useViewChanges } from "./useViewChanges";

type Props = {
  /** The list's name and its current query. */
  list: string;
  currentQuery: string;
  onSaved: (view: SavedView) => void;
  onCancel?: () => void;
};

export function SaveForm({ list, currentQuery, onSaved, onCancel }: Props) {
  const t = useTranslate();
  const canShare = usePermissions().can("saved_views.share");
  const { create } = useViewChanges();
  const [isDefault, setIsDefault] = useState(false);
  const [isShared, setIsShared] = useState(false);
  const save = async (name: string) => {
    const view = {
      list_name: list,
      name,
      query: currentQuery,
      is_default: isDefault,
      is_shared: isShared,
    };
    const { data } = await create.mutateAsync(view);
    setIsDefault(false);
    setIsShared(false);
    onSaved(data);
  };
  const isFull = create.error instanceof ApiError && create.error.code === "shared_views_full";
  return (
    <NameForm
      label={t("views.name")}
      action={t("views.save")}
      save={save}
      {...(onCancel && { onCancel })}
    >
      <Checkbox
        size="xs"
        mt="xs"
        label={t("views.start_with_it")}
        checked={isDefault}
        onChange={(event) => setIsDefault(event.currentTarget.checked)}
      />
      {canShare && (
        <Checkbox
          size="xs"
          mt="xs"
          label={t("views.share_it")}
          description={t("views.share_hint")}
          error={isFull && isShared ? create.error?.message : undefined}
          checked={isShared}
          onChange={(event) => setIsShared(event.currentTarget.checked)}
        />
      )}
    </NameForm>
  );
}
