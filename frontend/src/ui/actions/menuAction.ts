// The types of a menu's items and of its button.
import type { ReactNode, Ref } from "react";

export type MenuAction = {
  label: string;
  icon: ReactNode;
  danger?: boolean;
  /** When set, the item is a radio item; true for the selected one. */
  isSelected?: boolean;
  disabled?: boolean;
} & (
  | { run: () => void; href?: undefined }
  /** A URL outside the router, which opens in a new tab. */
  | { href: string; run?: undefined }
);

/** The props that the menu adds to its button. */
export type MenuTriggerProps = {
  ref?: Ref<HTMLButtonElement>;
  "aria-haspopup"?: "menu";
  "aria-expanded"?: boolean;
  onClick?: () => void;
  onPointerEnter?: () => void;
  onFocus?: () => void;
};
