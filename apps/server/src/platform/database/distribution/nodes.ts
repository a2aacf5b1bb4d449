import type pg from 'pg';
import { serverRoles } from '../pool.ts';

/** A node of the cluster that holds shards. */
export interface ClusterNode {
  /** `host:port`. */
  readonly name: string;
}

/** The active nodes with shards, or that may get some. */
export async function readNodes(owner: pg.ClientBase): Promise<ClusterNode[]> {
  const { rows } = await owner.query<ClusterNode>(
    `SELECT nodename || ':' || nodeport AS name FROM pg_dist_node
     WHERE isactive AND noderole = 'primary' AND shouldhaveshards ORDER BY 1`,
  );
  return rows;
}

/** Everything that reaches distributed tables does so as one of these, the functions of scout_definer included. */
const roles = [...serverRoles.filter((role) => role !== 'scout_jobs'), 'scout_definer'];

/**
 * The roles as which the coordinator connects to the nodes, and their right to the schema there. They have no password, on no node. They may
 * log in on the coordinator too, because Citus makes roles of new nodes, and repeats those of others, as they are there.
 */
const ROLES_ON_NODE = `
  SET citus.enable_ddl_propagation = off;
  DO $$
  DECLARE
    v_role text;
  BEGIN
    FOREACH v_role IN ARRAY ARRAY[${roles.map((role) => `'${role}'`).join(', ')}] LOOP
      IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = v_role) THEN
        EXECUTE format('CREATE ROLE %I LOGIN NOINHERIT', v_role);
      ELSIF EXISTS (SELECT FROM pg_roles WHERE rolname = v_role AND NOT rolcanlogin) THEN
        EXECUTE format('ALTER ROLE %I LOGIN', v_role);
      END IF;
      IF EXISTS (SELECT FROM pg_namespace WHERE nspname = 'scout') AND NOT has_schema_privilege(v_role, 'scout', 'USAGE') THEN
        EXECUTE format('GRANT USAGE ON SCHEMA scout TO %I', v_role);
      END IF;
    END LOOP;
  END
  $$`;

/**
 * Makes the server's roles on every node, or gives them what they lack. Switches off that Citus repeats changes of the session on nodes.
 * Returns what nodes that did not do so said.
 */
export async function ensureRolesOnNodes(owner: pg.ClientBase): Promise<string[]> {
  await owner.query(ROLES_ON_NODE);
  const { rows } = await owner.query<{ node: string; success: boolean; result: string }>(
    `SELECT nodename || ':' || nodeport AS node, success, result FROM run_command_on_workers($1)`,
    [ROLES_ON_NODE],
  );
  return rows.filter(({ success }) => !success).map(({ node, result }) => `${node}: ${result}`);
}
