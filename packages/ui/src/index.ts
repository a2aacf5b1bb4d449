export { actionColumn } from './actionColumn.ts';
export { Badge, type BadgeProps } from './Badge.tsx';
export { BarChart, type BarChartProps, type BarDatum } from './BarChart.tsx';
export { Button, type ButtonLook, type ButtonProps, buttonClass } from './Button.tsx';
export { CodeInput, type CodeInputProps } from './CodeInput.tsx';
export {
  type Command,
  type CommandGroup,
  CommandPalette,
  type CommandPaletteProps,
} from './CommandPalette.tsx';
export type { Column, ColumnKind, NumberColumn, SortState, TextColumn, TimeColumn } from './columns.ts';
export { cx } from './cx.ts';
export { DataTable, type DataTableProps } from './DataTable.tsx';
export { Dialog, type DialogProps } from './Dialog.tsx';
export { Drawer, type DrawerProps } from './Drawer.tsx';
export { type Density, DensityContext } from './density.ts';
export { type EmptyReason, EmptyState, type EmptyStateProps } from './EmptyState.tsx';
export { ErrorState, type ErrorStateProps } from './ErrorState.tsx';
export { Field, type FieldProps } from './Field.tsx';
export {
  formatAgo,
  formatCompact,
  formatCount,
  formatTime,
  type Moment,
  NO_VALUE,
  type TimeOptions,
  type TimeParts,
} from './format.ts';
export { Guide, type GuideProps } from './Guide.tsx';
export { IconButton, type IconButtonProps } from './IconButton.tsx';
export * from './icons.tsx';
export { Kbd, type KbdProps } from './Kbd.tsx';
export { Logo, type LogoProps } from './Logo.tsx';
export { Menu, MenuItem, type MenuItemProps, MenuLabel, type MenuProps, MenuSeparator } from './Menu.tsx';
export { Mono, type MonoProps } from './Mono.tsx';
export { NativeSelect, type NativeSelectProps } from './NativeSelect.tsx';
export { Notice, type NoticeProps } from './Notice.tsx';
export { type NameKind, NameOpener } from './names.ts';
export { Panel, PanelGrid, type PanelGridProps, type PanelProps, type PanelSpan } from './Panel.tsx';
export { PlainIconButton, type PlainIconButtonProps } from './PlainIconButton.tsx';
export { RollingNumber, type RollingNumberProps } from './RollingNumber.tsx';
export { SearchInput, type SearchInputProps } from './SearchInput.tsx';
export { type Segment, SegmentedControl, type SegmentedControlProps } from './SegmentedControl.tsx';
export { Select, type SelectOption, type SelectProps } from './Select.tsx';
export { Severity, type SeverityLevel, type SeverityProps } from './Severity.tsx';
export { Skeleton, type SkeletonProps } from './Skeleton.tsx';
export { Spinner } from './Spinner.tsx';
export { Stat, StatGrid, type StatGridProps, type StatProps } from './Stat.tsx';
export { StatusPill, type StatusPillProps } from './StatusPill.tsx';
export { Switch, type SwitchProps } from './Switch.tsx';
export { type Tab, Tabs, type TabsProps } from './Tabs.tsx';
export { TextArea, type TextAreaProps } from './TextArea.tsx';
export { TextInput, type TextInputProps } from './TextInput.tsx';
export { ThemeSwitch, type ThemeSwitchProps } from './ThemeSwitch.tsx';
export { Time, type TimeProps } from './Time.tsx';
export {
  createToastQueue,
  showToast,
  type ToastMessage,
  type ToastQueue,
  ToastRegion,
  type ToastRegionProps,
  type ToastTone,
} from './Toast.tsx';
export { Tooltip, type TooltipProps, TooltipProvider } from './Tooltip.tsx';
export { TrendChart, type TrendChartProps, type TrendPoint } from './TrendChart.tsx';
export type { TableContent, TableValue } from './tableContent.ts';
export { type TableFormat, type TableHost, TableHostContext, type TableView } from './tableHost.ts';
export { applyTheme, type ThemeChoice } from './theme.ts';
export { truncateMiddle } from './truncate.ts';
export { useAfterPaint } from './useAfterPaint.ts';
export { prefersReducedMotion, useReducedMotion } from './useReducedMotion.ts';
export { ValueList, type ValueListProps } from './ValueList.tsx';
export { VisuallyHidden, type VisuallyHiddenProps } from './VisuallyHidden.tsx';
