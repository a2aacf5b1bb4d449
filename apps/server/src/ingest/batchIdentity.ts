/** The batch that rows belong to; uuids in their text form. */
export interface BatchIdentity {
  readonly tenantId: string;
  readonly agentId: string;
  readonly batchId: string;
}
