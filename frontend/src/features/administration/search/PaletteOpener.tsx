// The way to everything from every screen: the field of the header, Ctrl-K and the single letters.
import { IconSearch } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { type FunctionComponent, useState } from "react";
import { useTranslate } from "../../../i18n/translate";
import { useCurrentUser } from "../../../session/currentUser";
import { lazyComponent } from "../../../ui/lazyComponent";
import type { PageEntry } from "./entry";
import classes from "./Opener.module.css";
import { press } from "./shortcuts";
import { useShortcuts } from "./useShortcuts";
import { useVisits } from "./visits";

const loadPalette = async () => (await import("./Palette")).Palette;
const Palette = lazyComponent(loadPalette);
const ShortcutSheet = lazyComponent(async () => (await import("./ShortcutSheet")).ShortcutSheet);

type Props = {
  /** The screens that the reader may open. */
  pages: readonly PageEntry[];
  /** The dialogue in which somebody is given a value. */
  giving: FunctionComponent<{ onClose: () => void }>;
};

export function PaletteOpener({ pages, giving: Giving }: Props) {
  const t = useTranslate();
  const router = useRouter();
  const queryClient = useQueryClient();
  const [shown, setShown] = useState<"palette" | "sheet" | "giving" | null>(null);
  const close = () => setShown(null);
  useVisits(useCurrentUser().api_id);
  useShortcuts(
    () => setShown((now) => now ?? "palette"),
    (key) => {
      const showSheet = () => setShown("sheet");
      press(key, { router, queryClient, pages: pages.map(({ to }) => to), showSheet });
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
        onClick={() => setShown("palette")}
        onPointerEnter={preload}
      >
        <IconSearch size={18} aria-hidden />
        <span>{t("ui.search_everything")}</span>
        <kbd aria-hidden>Ctrl K</kbd>
      </button>
      {shown === "palette" && (
        <Palette
          pages={pages}
          onClose={() => setShown((now) => (now === "palette" ? null : now))}
          onGive={() => setShown("giving")}
          onSheet={() => setShown("sheet")}
        />
      )}
      {shown === "sheet" && <ShortcutSheet onClose={close} />}
      {shown === "giving" && <Giving onClose={close} />}
    </>
  );
}
