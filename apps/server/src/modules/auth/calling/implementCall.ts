import type { ContractProcedure, InferSchemaInput, InferSchemaOutput } from '@orpc/contract';
import { implement } from '@orpc/server';
import type { Access, CallMeta, errors } from '@scout/contract';
import type { z } from 'zod';
import { grantAccess, tenantOf } from './access.ts';
import { fitOutput } from './fitOutput.ts';
import type { ContextOf, RequestContext } from './request.ts';
import type { CallServices } from './services.ts';
import { requireStorableText } from './storableText.ts';

/** oRPC would refuse a whole response for one of its rows: fitOutput replaces its check, outermost. */
const NOWHERE = Number.NaN;

/** Input is validated after two steps, output and access check, and before its texts are checked. */
const AFTER_ACCESS = 2;

/** Any call of the contract. */
type AnyCall<
  A extends Access,
  I extends z.ZodType,
  O extends z.ZodType,
  E extends Partial<typeof errors>,
> = ContractProcedure<I, O, E, CallMeta<A>>;

/** @returns `implementCall` for the calls of a module, whose handlers are given the services `S` */
export const callsWith =
  <S extends CallServices>() =>
  /**
   * Implements a call of the contract. Access is checked before the input, only by the contract's rule, which also determines the
   * handler's arguments. A handler refuses by throwing a Refusal.
   */
  <A extends Access, I extends z.ZodType, O extends z.ZodType, E extends Partial<typeof errors>>(
    call: AnyCall<A, I, O, E>,
    handler: (input: InferSchemaOutput<I>, context: ContextOf<A, S>) => Promise<InferSchemaInput<O>>,
  ) => {
    const { meta, outputSchema } = call['~orpc'];
    return implement(call, {
      initialInputValidationIndex: AFTER_ACCESS,
      initialOutputValidationIndex: NOWHERE,
    })
      .$context<RequestContext<S>>()
      .use(async ({ context: { log }, next }, _input, done) => {
        const { output } = await next();
        return done(
          outputSchema === undefined ? output : (fitOutput(outputSchema, output, log) as typeof output),
        );
      })
      .use(async ({ context, next }) => {
        const request = context as RequestContext<S>;
        if (!meta.trial) return grantAccess(meta, request, async (granted) => next({ context: granted }));
        await grantAccess(meta, request, async () => {});
        return next({ context: {} });
      })
      .use(({ next }, input) => {
        requireStorableText(input);
        return next({ context: {} });
      })
      .use(({ context, next }) => {
        if (!meta.trial) return next({ context: {} });
        const request = context as unknown as RequestContext<S>;
        const call = () => grantAccess(meta, request, async (granted) => next({ context: granted }));
        // A valid trial waits before it takes a connection that others could use; its access may have ended meanwhile.
        return request.app.trialQueue.within(tenantOf(request.proven) ?? '', call, request.gone);
      })
      .handler(({ input, context }) => handler(input, context as ContextOf<A, S>));
  };
