// A close button that says what it closes; Mantine's has no name, so this is the only one used.
import "@mantine/core/styles/CloseButton.css";
import { CloseButton } from "@mantine/core";

type Props = { label: string; onClick: () => void; size?: "xs" | "sm" | "md" };

export function NamedCloseButton({ label, onClick, size = "sm" }: Props) {
  return <CloseButton size={size} miw={24} mih={24} aria-label={label} onClick={onClick} />;
}
