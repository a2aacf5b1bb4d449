import {
  packageKinds,
  type ReleaseManifest,
  releaseArchitectures,
  releasePlatforms,
  versionPattern,
} from '../releases.ts';
import { z } from '../zod.ts';

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const content = z.object({ bytes: z.number().int().positive(), sha256 });

export const releaseManifest = z.object({
  version: z.string().regex(versionPattern),
  built_at: z.iso.datetime(),
  files: z.array(
    z.object({
      platform: z.enum(releasePlatforms),
      arch: z.enum(releaseArchitectures),
      kind: z.enum(packageKinds),
      path: z.string(),
      bytes: z.number().int().positive(),
      sha256,
      program: content.extend({ index: content }).optional(),
    }),
  ),
  recipes: content,
}) satisfies z.ZodType<ReleaseManifest>;
