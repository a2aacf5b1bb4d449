/** The batch that rows belong to; uuids in their text form. */
export interface BatchIdentity {
  readonly tenantId: string;
  readonly agentId: string;
  readonly batchId: string;
}

/**
 * Rows of a batch, ready for the statement that takes them: by COPY where the ingest role may, else by INSERT, because COPY is
 * refused to roles that row-level security binds.
 */
export type Payload =
  | { readonly kind: 'copy'; readonly bytes: Buffer }
  | { readonly kind: 'insert'; readonly json: string };
