print("prefctl")
