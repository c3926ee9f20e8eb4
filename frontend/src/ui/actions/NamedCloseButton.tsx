// A close button with an accessible name, which Mantine's lacks.
import "@mantine/core/styles/CloseButton.css";
import { CloseButton } from "@mantine/core";

type Props = { label: string; onClick: () => void; size?: "xs" | "sm" | "md" };

export function NamedCloseButton({ label, onClick, size = "sm" }: Props) {
  return <CloseButton size={size} miw={24} mih={24} aria-label={label} onClick={onClick} />;
}
