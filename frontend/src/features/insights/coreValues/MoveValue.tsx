// Moves a core value up or down.
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { api } from "../../../api/client";
import { pageQuery, resourceKey } from "../../../api/queries";
import type { CoreValue } from "../../../api/types";
import { useLocale } from "../../../i18n/locale";
import { MoveButtons } from "../../../ui/actions/MoveButtons";
import { valueName } from "../../../ui/display/ValueBadge";

export function MoveValue({ value }: { value: CoreValue }) {
  const client = useQueryClient();
  const name = valueName(value, useLocale());
  const { data: all } = useQuery(pageQuery("/core-values", { query: { per_page: 1 } }));
  const move = async (position: number) => {
    await api.patch("/core-values/{id}", { position }, { params: { id: value.api_id } });
    await client.invalidateQueries({ queryKey: resourceKey("/core-values") });
  };
  return (
    <MoveButtons
      name={name}
      position={value.position}
      last={all?.meta.total ?? value.position}
      move={move}
    />
  );
}
