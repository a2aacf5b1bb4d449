export interface Shipment {
  /** Folders of workspaces whose dependencies are shipped. */
  readonly workspaces: readonly string[];
  /** Additional shipped packages, by the workspace that names them. */
  readonly bundled: Readonly<Record<string, readonly string[]>>;
  /** Texts in scripts/notices for parts that are not packages. */
  readonly others: readonly string[];
}
/** Each shipment by the path of its file. */
export const shipments: Readonly<Record<string, Shipment>>;
export function noticesOf(shipment: Shipment): {
  readonly text: string;
  /** Name with version, and SPDX expression. */
  readonly licences: readonly (readonly [name: string, licence: string])[];
};
/** Lock file keys of everything that a shipment's workspaces need at run time. */
export function closure(packages: Readonly<Record<string, object>>, shipment: Shipment): string[];
