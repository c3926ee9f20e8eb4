// The button that opens the dialog of a new note; the dialog is a part of the overview.
import { IconNote } from "@tabler/icons-react";
import type { Client } from "../../../api/types";
import { useTranslate } from "../../../i18n/translate";
import { ButtonLink } from "../../../ui/links/ButtonLink";
import type { ScreenSearch } from "../../../ui/links/screenSearch";

type Props = { client: Client; size?: "compact-sm"; shortcut?: string };

export function AddNote({ client, size, shortcut }: Props) {
  const t = useTranslate();
  if (!client.can.includes("edit")) return null;
  return (
    <ButtonLink
      to="."
      search={({ view, page }: ScreenSearch) => ({ view, page, edit: "new" })}
      resetScroll={false}
      variant="default"
      {...(size ? { size } : {})}
      {...(shortcut ? { "aria-keyshortcuts": shortcut } : {})}
      leftSection={<IconNote size={16} aria-hidden />}
    >
      {t("client_page.note.add")}
    </ButtonLink>
  );
}
