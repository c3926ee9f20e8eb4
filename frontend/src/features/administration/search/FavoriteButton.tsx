// Makes the record on the screen a favorite, or removes it from the favorites.
import "@mantine/core/styles/ActionIcon.css";
import { ActionIcon } from "@mantine/core";
import { IconStar, IconStarFilled } from "@tabler/icons-react";
import { useLocation } from "@tanstack/react-router";
import { useTranslate } from "../../../i18n/translate";
import { useCurrentUser } from "../../../session/currentUser";
import { useRecordName } from "../../../ui/shell/useCrumbs";
import { useFavorites } from "./favorites";

const RECORD_PAGE = /\/[0-9a-f-]{36}\/view$/;

export function FavoriteButton() {
  const t = useTranslate();
  const path = useLocation({ select: ({ pathname }) => pathname });
  const name = useRecordName();
  const { isFavorite, add, remove } = useFavorites(useCurrentUser().api_id);
  if (name === undefined || !RECORD_PAGE.test(path)) return null;
  const isOn = isFavorite(path);
  const Icon = isOn ? IconStarFilled : IconStar;
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size="lg"
      aria-pressed={isOn}
      aria-label={t(isOn ? "shell.favorites.remove" : "shell.favorites.add", { name })}
      onClick={() => (isOn ? remove(path) : add({ to: path, title: name }))}
    >
      <Icon size={16} aria-hidden />
    </ActionIcon>
  );
}
