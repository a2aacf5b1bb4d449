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
const roles = [...serverRoles, 'scout_definer'];

/**
 * The roles as which the coordinator connects to the nodes, and their right to the schema there. Citus makes roles on nodes by itself, as they are
 * on the coordinator: without the right to log in, and without grants on schemas.
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

/** Makes the server's roles on every node, or gives them what they lack. Returns what nodes that did not do so said. */
export async function ensureRolesOnNodes(owner: pg.ClientBase): Promise<string[]> {
  const { rows } = await owner.query<{ node: string; success: boolean; result: string }>(
    `SELECT nodename || ':' || nodeport AS node, success, result FROM run_command_on_workers($1)`,
    [ROLES_ON_NODE],
  );
  return rows.filter(({ success }) => !success).map(({ node, result }) => `${node}: ${result}`);
}
