// Moves a row one position up or down; the focus follows the row.
import "@mantine/core/styles/ActionIcon.css";
import { ActionIcon, Group } from "@mantine/core";
import { IconArrowDown, IconArrowUp } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { useId } from "react";
import { useTranslate } from "../../i18n/translate";
import { showToast } from "../../lib/toasts";

const STEPS = { up: -1, down: 1 } as const;
type Direction = keyof typeof STEPS;

type Props = {
  name: string;
  /** From 1, like `last`. */
  position: number;
  last: number;
  move: (position: number) => Promise<void>;
};

export function MoveButtons({ name, position, last, move }: Props) {
  const t = useTranslate();
  const id = useId();
  const moving = useMutation({
    mutationFn: async (direction: Direction) => {
      const newPosition = position + STEPS[direction];
      await move(newPosition);
      return { direction, newPosition };
    },
    onSuccess: ({ direction, newPosition }) => {
      showToast({ kind: "success", summary: t("ui.move.done", { name, position: newPosition }) });
      document.getElementById(`${id}-${direction}`)?.focus();
    },
  });
  const isDisabled = (direction: Direction) =>
    direction === "up" ? position <= 1 : position >= last;
  return (
    <Group gap={4} wrap="nowrap">
      {(["up", "down"] as const).map((direction) => (
        <ActionIcon
          key={direction}
          id={`${id}-${direction}`}
          variant="subtle"
          color="gray"
          aria-label={t(`ui.move.${direction}`, { name })}
          // `aria-disabled` instead of `disabled`: the button keeps the focus when its row reaches the end.
          aria-disabled={isDisabled(direction) || undefined}
          data-disabled={isDisabled(direction) || undefined}
          onClick={() => {
            if (!isDisabled(direction) && !moving.isPending) moving.mutate(direction);
          }}
        >
          {direction === "up" ? <IconArrowUp size={16} /> : <IconArrowDown size={16} />}
        </ActionIcon>
      ))}
    </Group>
  );
}
