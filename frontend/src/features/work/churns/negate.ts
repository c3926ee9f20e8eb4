// Negates a decimal in text form.
export function negate(value: string): string {
  if (Number(value) === 0) return value;
  return value.startsWith("-") ? value.slice(1) : `-${value}`;
}
