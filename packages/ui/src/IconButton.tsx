import { PlainIconButton, type PlainIconButtonProps } from './PlainIconButton.tsx';
import { Tooltip } from './Tooltip.tsx';

export interface IconButtonProps extends PlainIconButtonProps {
  /** No tooltip, where the place already says what it does. */
  plain?: boolean;
}

/** A button that is only a drawing; the label, also its tooltip, is required because nothing else names it. */
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
