// Moves a row one place up or down; the focus stays on the button, wherever its row goes.
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
  /** Counted from 1, as the last one is. */
  position: number;
  last: number;
  move: (position: number) => Promise<void>;
};

export function MoveButtons({ name, position, last, move }: Props) {
  const t = useTranslate();
  const id = useId();
  const moving = useMutation({
    mutationFn: async (way: Direction) => {
      const place = position + STEPS[way];
      await move(place);
      return { way, place };
    },
    onSuccess: ({ way, place }) => {
      showToast({ kind: "success", summary: t("ui.move.done", { name, position: place }) });
      document.getElementById(`${id}-${way}`)?.focus();
    },
  });
  const isOut = (way: Direction) => (way === "up" ? position <= 1 : position >= last);
  return (
    <Group gap={4} wrap="nowrap">
      {(["up", "down"] as const).map((way) => (
        <ActionIcon
          key={way}
          id={`${id}-${way}`}
          variant="subtle"
          color="gray"
          aria-label={t(`ui.move.${way}`, { name })}
          // Not `disabled`: a button that has just brought its row to the end keeps the focus.
          aria-disabled={isOut(way) || undefined}
          data-disabled={isOut(way) || undefined}
          onClick={() => {
            if (!isOut(way) && !moving.isPending) moving.mutate(way);
          }}
        >
          {way === "up" ? <IconArrowUp size={16} /> : <IconArrowDown size={16} />}
        </ActionIcon>
      ))}
    </Group>
  );
}
