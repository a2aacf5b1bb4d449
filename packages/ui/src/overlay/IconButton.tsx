import { PlainIconButton, type PlainIconButtonProps } from '../base/PlainIconButton.tsx';
import { Tooltip } from './Tooltip.tsx';

export interface IconButtonProps extends PlainIconButtonProps {
  /** Omits the tooltip where the meaning is obvious. */
  plain?: boolean;
}

/** An icon-only button; its required label is the accessible name and the tooltip. */
export function IconButton({ plain = false, ...rest }: IconButtonProps) {
  const button = <PlainIconButton {...rest} />;
  return plain ? (
    button
  ) : (
    <Tooltip content={rest.label} isName>
      {button}
    </Tooltip>
  );
}
