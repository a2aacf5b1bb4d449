export const integrationOnCitus: readonly string[];
export const leftOut: readonly { readonly test: string; readonly reason: string }[];
