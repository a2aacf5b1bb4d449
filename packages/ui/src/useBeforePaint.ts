import { useEffect, useLayoutEffect } from 'react';

/** An effect before the browser paints; on a server, where layout effects only warn, none. */
export const useBeforePaint = typeof window === 'undefined' ? useEffect : useLayoutEffect;
