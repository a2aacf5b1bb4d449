export interface Shipment {
  /** Folders of workspaces whose dependencies are shipped. */
  readonly workspaces: readonly string[];
  /** Packages that are shipped besides, by the workspace that names them. */
  readonly bundled: Readonly<Record<string, readonly string[]>>;
  /** Texts in scripts/notices of what is no package. */
  readonly others: readonly string[];
}
/** Each shipment by the path of its file. */
export const shipments: Readonly<Record<string, Shipment>>;
export function noticesOf(shipment: Shipment): {
  readonly text: string;
  /** Name with version, and SPDX expression. */
  readonly licences: readonly (readonly [name: string, licence: string])[];
};
/** Keys in the lock file of everything that the workspaces of a shipment need at run time. */
export function closure(packages: Readonly<Record<string, object>>, shipment: Shipment): string[];
