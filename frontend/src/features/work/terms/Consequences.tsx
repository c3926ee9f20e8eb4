// What a term would change, before it is saved.
import { api } from "../../../api/client";
import type { Body } from "../../../api/wire";
import { MonthConsequences } from "../../../ui/terms/MonthConsequences";

type Request =
  | { path: "/projects/{id}/term-previews"; body: Body<"/projects/{id}/term-previews", "post"> }
  | {
      path: "/projects/{id}/term-removal-previews";
      body: Body<"/projects/{id}/term-removal-previews", "post">;
    };

function readPreview(id: string, request: Request) {
  const options = { params: { id }, expect: "any" } as const;
  return request.path === "/projects/{id}/term-previews"
    ? api.post(request.path, request.body, options)
    : api.post(request.path, request.body, options);
}

export function Consequences({ id, request }: { id: string; request: Request }) {
  return (
    <MonthConsequences
      request={{ id, ...request }}
      read={() => readPreview(id, request)}
      name={request.body.name}
    />
  );
}
