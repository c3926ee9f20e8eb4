// What a menu offers: shared by the button and by the panel that comes later.
import type { ReactNode, Ref } from "react";

export type MenuAction = {
  label: string;
  icon: ReactNode;
  danger?: boolean;
  /** Given, the item is one of a choice, and says whether it is the chosen one. */
  chosen?: boolean;
  disabled?: boolean;
} & (
  | { run: () => void; href?: undefined }
  /** An address outside the router; it opens in a new tab. */
  | { href: string; run?: undefined }
);

/** What the menu hangs on the button, whichever it is. */
export type MenuTriggerProps = {
  ref?: Ref<HTMLButtonElement>;
  "aria-haspopup"?: "menu";
  "aria-expanded"?: boolean;
  onClick?: () => void;
  onPointerEnter?: () => void;
  onFocus?: () => void;
};
