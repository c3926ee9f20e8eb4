// Moves an option up or down its list, which is its order in forms.

import { useQueryClient } from "@tanstack/react-query";
import { api } from "../../../api/client";
import { resourceKey } from "../../../api/queries";
import type { OrganizationOption } from "../../../api/types";
import { enumOptionsQuery } from "../../../session/enumOptions";
import { MoveButtons } from "../../../ui/actions/MoveButtons";
import { optionName } from "./editableOptions";

export function MoveOption({ option, last }: { option: OrganizationOption; last: number }) {
  const queryClient = useQueryClient();
  const move = async (position: number) => {
    const params = { enum: option.enum, value: option.value };
    await api.patch("/enum-options/{enum}/{value}", { position }, { params });
    await queryClient.invalidateQueries({ queryKey: resourceKey("/enum-options", option.enum) });
    void queryClient.invalidateQueries(enumOptionsQuery);
  };
  return (
    <MoveButtons name={optionName(option)} position={option.position} last={last} move={move} />
  );
}
