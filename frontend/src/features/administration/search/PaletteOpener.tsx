// Opens the palette from every page: the header's search field, Ctrl-K and single-letter shortcuts.
import { IconSearch } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { useState } from "react";
import { loadMessages, useTranslate } from "../../../i18n/translate";
import { useCurrentUser } from "../../../session/currentUser";
import { lazyComponent } from "../../../ui/lazyComponent";
import type { DialogOpeners } from "./creations";
import type { PageEntry } from "./entry";
import classes from "./Opener.module.css";
import { runShortcut } from "./shortcuts";
import { useShortcuts } from "./useShortcuts";
import { useVisits } from "./visits";

const loadPalette = async () => {
  const [palette] = await Promise.all([import("./Palette"), loadMessages("dialogs")]);
  return palette.Palette;
};
const Palette = lazyComponent(loadPalette);
const ShortcutSheet = lazyComponent(async () => {
  const [sheet] = await Promise.all([import("./ShortcutSheet"), loadMessages("dialogs")]);
  return sheet.ShortcutSheet;
});

type Props = DialogOpeners & {
  /** The pages that the user may open. */
  pages: readonly PageEntry[];
};

export function PaletteOpener({ pages, ...dialogOpeners }: Props) {
  const t = useTranslate();
  const router = useRouter();
  const queryClient = useQueryClient();
  const [openDialog, setOpenDialog] = useState<"palette" | "sheet" | null>(null);
  const close = () => setOpenDialog(null);
  useVisits(useCurrentUser().api_id);
  useShortcuts(
    () => setOpenDialog((now) => now ?? "palette"),
    (key) => {
      const showSheet = () => setOpenDialog("sheet");
      runShortcut(key, { router, queryClient, pages: pages.map(({ to }) => to), showSheet });
    },
  );
  const preload = () => void loadPalette();
  return (
    <>
      <button
        type="button"
        className={classes.opener}
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        onClick={() => setOpenDialog("palette")}
        onPointerEnter={preload}
      >
        <IconSearch size={18} aria-hidden />
        <span>{t("ui.search_everything")}</span>
        <kbd aria-hidden>Ctrl K</kbd>
      </button>
      {openDialog === "palette" && (
        <Palette
          pages={pages}
          onClose={() => setOpenDialog((now) => (now === "palette" ? null : now))}
          {...dialogOpeners}
          onSheet={() => setOpenDialog("sheet")}
        />
      )}
      {openDialog === "sheet" && <ShortcutSheet onClose={close} />}
    </>
  );
}
