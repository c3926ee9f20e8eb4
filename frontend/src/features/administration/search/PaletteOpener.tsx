// Opens the palette from every page: the header's search field, Ctrl-K and single-letter shortcuts.
import { IconSearch } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { type FunctionComponent, useState } from "react";
import { useTranslate } from "../../../i18n/translate";
import { useCurrentUser } from "../../../session/currentUser";
import { lazyComponent } from "../../../ui/lazyComponent";
import type { PageEntry } from "./entry";
import classes from "./Opener.module.css";
import { runShortcut } from "./shortcuts";
import { useShortcuts } from "./useShortcuts";
import { useVisits } from "./visits";

const loadPalette = async () => (await import("./Palette")).Palette;
const Palette = lazyComponent(loadPalette);
const ShortcutSheet = lazyComponent(async () => (await import("./ShortcutSheet")).ShortcutSheet);

type Props = {
  /** The pages that the user may open. */
  pages: readonly PageEntry[];
  /** The dialog to give recognition. */
  recognitionDialog: FunctionComponent<{ onClose: () => void }>;
};

export function PaletteOpener({ pages, recognitionDialog: RecognitionDialog }: Props) {
  const t = useTranslate();
  const router = useRouter();
  const queryClient = useQueryClient();
  const [openDialog, setOpenDialog] = useState<"palette" | "sheet" | "recognition" | null>(null);
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
          onGive={() => setOpenDialog("recognition")}
          onSheet={() => setOpenDialog("sheet")}
        />
      )}
      {openDialog === "sheet" && <ShortcutSheet onClose={close} />}
      {openDialog === "recognition" && <RecognitionDialog onClose={close} />}
    </>
  );
}
