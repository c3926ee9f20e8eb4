// Keeps what is shown now under a name: for oneself or for everyone, as what the list opens with or not.
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
  /** The list's name, and its state as it is shown. */
  list: string;
  now: string;
  onSaved: (view: SavedView) => void;
  onCancel?: () => void;
};

export function SaveForm({ list, now, onSaved, onCancel }: Props) {
  const t = useTranslate();
  const mayShare = usePermissions().may("saved_views.share");
  const { create } = useViewChanges();
  const [starts, setStarts] = useState(false);
  const [shared, setShared] = useState(false);
  const save = async (name: string) => {
    const view = { list_name: list, name, query: now, is_default: starts, is_shared: shared };
    const { data } = await create.mutateAsync(view);
    setStarts(false);
    setShared(false);
    onSaved(data);
  };
  const full = create.error instanceof ApiError && create.error.code === "shared_views_full";
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
        checked={starts}
        onChange={(event) => setStarts(event.currentTarget.checked)}
      />
      {mayShare && (
        <Checkbox
          size="xs"
          mt="xs"
          label={t("views.share_it")}
          description={t("views.share_hint")}
          error={full && shared ? create.error?.message : undefined}
          checked={shared}
          onChange={(event) => setShared(event.currentTarget.checked)}
        />
      )}
    </NameForm>
  );
}
